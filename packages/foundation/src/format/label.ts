/** "Active" of `active`, "Cloud account added" of `cloud_account.added`: a value of the API as a label. */
export function formatLabel(value: string): string {
  const text = value.replaceAll(/[._]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
