/** How many characters a password may have. Any characters, without composition rules (NIST SP 800-63B). */
export const passwordLength = { min: 8, max: 128 } as const
