import { Secret, TOTP } from "otpauth";

const stepSeconds = 30;
const keyBytes = 20;
/** Number of steps that a phone's clock may be off, either way. */
const window = 1;

/** Generates a key for an authenticator app, in base 32. */
export function generateTotpSecret(): string {
  return new Secret({ size: keyBytes }).base32;
}

/**
 * Builds the QR code URI of an authenticator app (RFC 6238 with the defaults that all apps support: SHA-1,
 * six digits, 30 s); apps show the issuer and the name.
 */
export function totpUri(secret: string, name: string, issuer: string): string {
  return createTotp(secret, { label: name, issuer }).toString();
}

/** Returns the time step of a code that is valid at a timestamp; null for a wrong code. */
export function findTimeStep(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

function createTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), period: stepSeconds });
}
