import type { TaxRule } from '@kept/domain/billing/settings.ts'

const taxIdWords = { with: true, without: false, any: null } as const
const categories: readonly string[] = ['S', 'Z', 'AE', 'O'] satisfies TaxRule['category'][]

/** One rule per line: "DE, *, any, S, 19". The note may contain commas. */
export function writeTaxRules(rules: readonly TaxRule[]): string {
  return rules
    .map(({ country, region, has_tax_id, category, percent, note }) => {
      const taxId = has_tax_id === null ? 'any' : has_tax_id ? 'with' : 'without'
      return [country ?? '*', region ?? '*', taxId, category, percent, note].filter((part) => part !== '').join(', ')
    })
    .join('\n')
}

/** The rules of such a text, or what is wrong with the first line that is not one. */
export function readTaxRules(text: string): { rules: TaxRule[] } | { mistake: string } {
  const rules: TaxRule[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [country = '', region = '', taxId = '', category = '', percent = '', ...note] = line
      .split(',')
      .map((part) => part.trim())
    const rule = `Line ${index + 1}`
    if (country !== '*' && !/^[A-Za-z]{2}$/.test(country))
      return { mistake: `${rule} must begin with a country code or *.` }
    if (!isTaxIdWord(taxId)) return { mistake: `${rule} must say with, without or any as its third part.` }
    if (!isCategory(category)) return { mistake: `${rule} must name the category S, Z, AE or O as its fourth part.` }
    rules.push({
      country: country === '*' ? null : country.toUpperCase(),
      region: region === '*' || region === '' ? null : region,
      has_tax_id: taxIdWords[taxId],
      category,
      percent: percent || '0',
      note: note.join(', '),
    })
  }
  return { rules }
}

function isTaxIdWord(text: string): text is keyof typeof taxIdWords {
  return Object.hasOwn(taxIdWords, text)
}

function isCategory(text: string): text is TaxRule['category'] {
  return categories.includes(text)
}
