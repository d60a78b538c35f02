/** A dish as staff read it: with its kind, unless the name says that already. */
export function dishName({ name, spec_name }: { name: string; spec_name: string | null }): string {
  return spec_name === null || name.includes(spec_name) ? name : `${name} ${spec_name}`;
}
