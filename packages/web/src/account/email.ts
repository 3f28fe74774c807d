/** What is wrong with an address, as far as one can see without writing to it. */
export function mistakeInEmail(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Type your e-mail address.' }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
    return { email: 'This is not an e-mail address; it should look like name@example.com.' }
  }
  return {}
}
