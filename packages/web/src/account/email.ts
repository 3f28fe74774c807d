/** Returns the error of an email address, or nothing when its format is valid. */
export function mistakeInEmail(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Enter your email address.' }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
    return { email: 'Enter a valid email address, such as name@example.com.' }
  }
  return {}
}
