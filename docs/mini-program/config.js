// The address of the chain's own server, PUBLIC_URL there.
module.exports = { origin: "https://order.example.com" };
