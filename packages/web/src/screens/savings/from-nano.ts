import { decimal } from '@kept/foundation/decimal.ts'

/** Converts the ledger's nano-units to a decimal amount. */
export function fromNano(nano: string): string {
  return decimal(`${nano}e-9`)
}
