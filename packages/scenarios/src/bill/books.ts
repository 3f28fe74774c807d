/** What the generator accumulates while lines are written: billed amounts (for the tax) and covered usage. */

export interface Books {
  billed(billingAccount: string, currency: string, month: string, amount: bigint): void
  covered(commitment: string, day: number, amount: bigint): void
  billedIn(billingAccount: string): { currency: string; month: string; amount: bigint }[]
  coveredOn(commitment: string, day: number): bigint
}

export function openBooks(): Books {
  const billed = new Map<string, bigint>()
  const covered = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, key: string, amount: bigint) => map.set(key, (map.get(key) ?? 0n) + amount)
  return {
    billed: (billingAccount, currency, month, amount) => add(billed, `${billingAccount}|${currency}|${month}`, amount),
    covered: (commitment, day, amount) => add(covered, `${commitment}|${day}`, amount),
    billedIn: (billingAccount) =>
      [...billed].flatMap(([key, amount]) => {
        const [account, currency = '', month = ''] = key.split('|')
        return account === billingAccount ? [{ currency, month, amount }] : []
      }),
    coveredOn: (commitment, day) => covered.get(`${commitment}|${day}`) ?? 0n,
  }
}
