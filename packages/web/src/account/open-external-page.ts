/** Opens another service's page, which must have an HTTP address. */
export function openExternalPage(address: string): void {
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('This address cannot be opened.')
  location.assign(url)
}
