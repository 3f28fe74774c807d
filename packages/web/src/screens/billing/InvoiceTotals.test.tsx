import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { InvoiceTotals } from './InvoiceTotals.tsx'

const totals = { net: '1234.50', tax: '234.56', gross: '1469.06', credit_applied: '0', due: '1469.06' }
const tax = [{ category: 'S' as const, percent: '19', base: '1234.50', tax: '234.56', note: '' }]

it.each([
  ['de-DE', '1.469,06\u00a0€', '1.234,50\u00a0€'],
  ['en-US', '€1,469.06', '€1,234.50'],
])('writes amounts as the customer of %s reads them', (locale, due, net) => {
  const document = { kind: 'invoice' as const, lines: [], tax, totals, currency: 'EUR', locale }
  const markup = renderToStaticMarkup(<InvoiceTotals document={document} held={new Set()} />)
  expect(markup).toContain(due)
  expect(markup).toContain(net)
})
