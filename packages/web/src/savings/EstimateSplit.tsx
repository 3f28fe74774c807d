import { formatMoney } from '@kept/foundation/format/money.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'

export interface Split {
  fee: string
  customer_net: string
}

/** Splits a monthly estimate into the customer's share and the fee. */
export function EstimateSplit({ split: { fee, customer_net }, currency }: { split: Split; currency: string }) {
  const [paid, customerNet] = [Number(fee), Number(customer_net)]
  return (
    <KeptBar
      estimate
      customerNet={`You would keep ${formatMoney(customer_net, currency)}`}
      fee={`Fee ${formatMoney(fee, currency)}`}
      keptShare={paid + customerNet > 0 ? customerNet / (paid + customerNet) : 1}
    />
  )
}
