import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { formatMoney } from '@kept/ui/format/money.ts'

export interface Split {
  fee: string
  keep: string
}

/** Who would get how much of an estimate, if all of it came true in a month. */
export function EstimateSplit({ split: { fee, keep }, currency }: { split: Split; currency: string }) {
  const [paid, kept] = [Number(fee), Number(keep)]
  return (
    <KeptBar
      estimate
      kept={`You would keep ${formatMoney(keep, currency)}`}
      fee={`Fee ${formatMoney(fee, currency)}`}
      keptShare={paid + kept > 0 ? kept / (paid + kept) : 1}
    />
  )
}
