/** Leaves this application for another service's page, which must be a web page and nothing else. */
export function leadTo(address: string): void {
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('This address cannot be opened.')
  location.assign(url)
}
