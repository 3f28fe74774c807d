/** The partition of a region: its ARNs, endpoints and accounts are apart from those of the others. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}
