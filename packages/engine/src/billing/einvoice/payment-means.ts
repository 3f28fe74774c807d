/** BG-16: how an invoice can be paid, in the codes of UNTDID 4461. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'

export interface PaymentMeans {
  /** 58 SEPA transfer, 30 transfer, 1 not defined: the standard wants an account for the first two (BR-61). */
  readonly code: '58' | '30' | '1'
  readonly iban: string
  readonly accountName: string
  /** BT-83: what a transfer must quote. */
  readonly reference: string
}

const ibanPattern = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/

export function paymentMeansOf({ payment, currency, seller }: InvoiceDocument): PaymentMeans {
  const { reference, bank_lines: bankLines } = payment
  const iban = bankLines.map(findIban).find((text) => text !== '') ?? ''
  if (iban === '') return { code: '1', iban, accountName: '', reference }
  return { code: currency === 'EUR' ? '58' : '30', iban, accountName: seller.name, reference }
}

/** The IBAN in a line such as "IBAN DE75 5121 0800 1245 1261 99"; "" where there is none with correct check digits. */
function findIban(line: string): string {
  const compact = ibanPattern.exec(line.replace(/\bIBAN\b:?/i, ''))?.[0].replaceAll(' ', '') ?? ''
  return compact.length <= 34 && hasCheckDigits(compact) ? compact : ''
}

/** ISO 7064, modulus 97. */
function hasCheckDigits(iban: string): boolean {
  if (iban.length < 15) return false
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
