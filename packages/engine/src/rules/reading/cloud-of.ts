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
