/** What an account asks of the people who work in it. */
export const security = {
  title: 'Security',
  about: 'What the account asks of the people who work in it. Tokens are asked for none of it.',
  networks: 'Networks that people may come from',
  networksAdvice: 'Such as 203.0.113.0/24. Without any, people come from everywhere.',
  chosenNetworks: 'Networks',
  noNetwork: (text: string) => `“${text}” is not a network`,
  rules: {
    network: 'A network is such as 203.0.113.0/24 or 2001:db8::/32, without bits beyond its length.',
    own_address: 'None of these networks contains the address that you call from. They would lock you out.',
  },
  idle: 'Sign people out after this time without use',
  longest: 'Sign people out after this time in any case',
  standard: (time: string) => `As usual: ${time}`,
  secondFactor: 'Everybody needs a second factor',
  secondFactorAdvice: 'Whoever has none yet is led to set one up: a passkey, or one-time codes.',
  save: 'Save security',
};
