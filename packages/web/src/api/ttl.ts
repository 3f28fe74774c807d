/** How long an answer counts as fresh, in milliseconds, as the specification has it (section 9). */
export const ttl = {
  userList: 30_000,
  user: 60_000,
  overview: 300_000,
} as const
