import { decimal } from '@kept/domain/decimal.ts'

/** Whole nano-units of the ledger as an amount. */
export function fromNano(nano: string): string {
  return decimal(`${nano}e-9`)
}
