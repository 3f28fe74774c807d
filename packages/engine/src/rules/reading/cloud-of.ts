/** The clouds whose bills a rule can read; `any` stands for every provider alike. */
export type Cloud = 'aws' | 'azure' | 'gcp' | 'oci' | 'any'

const names: [RegExp, Cloud][] = [
  [/\baws\b|amazon/i, 'aws'],
  [/azure|microsoft/i, 'azure'],
  [/\bgcp\b|google/i, 'gcp'],
  [/\boci\b|oracle/i, 'oci'],
]

/** Which cloud a provider's name means: bills write "AWS", "Amazon Web Services", "Microsoft Azure" ... */
export function cloudOf(provider: string): Cloud {
  return names.find(([pattern]) => pattern.test(provider))?.[1] ?? 'any'
}

/** Whether two names mean the same provider: an inventory writes "aws", bills write "AWS" or "Amazon Web Services". */
export function isSameProvider(name: string, other: string): boolean {
  if (name.toLowerCase() === other.toLowerCase()) return true
  const cloud = cloudOf(name)
  return cloud !== 'any' && cloud === cloudOf(other)
}
