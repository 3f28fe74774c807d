/** What a form says about its email address. */
export const emailSentences = {
  missing: { email: 'Enter your email address.' },
  invalid: { email: 'Enter a valid email address, such as name@example.com.' },
} as const
