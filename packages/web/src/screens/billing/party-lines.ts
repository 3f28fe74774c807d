import type { Party } from '@kept/domain/billing/invoice-document.ts'

const countryNames = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })

/** A postal address, line by line, in the order that mail to its country uses: "10115 Berlin", "Portland, OR 97204". */
export function partyLines(party: Party): string[] {
  const { name, street, street_2, city, postal_code, region, country } = party
  const town =
    country === 'US' || country === 'CA'
      ? [city, [region, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
      : [[postal_code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ')
  return [name, street, street_2, town, countryNames.of(country) ?? country].filter(Boolean)
}
