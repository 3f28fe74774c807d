import { Loaded } from '../../api/Loaded.tsx'
import { NextInvoice } from './NextInvoice.tsx'
import { Plan } from './Plan.tsx'
import { ToDate } from './ToDate.tsx'
import { useOverview } from './useBilling.ts'

/** The next invoice, as a range. */
export function NextInvoicePanel() {
  return (
    <Loaded query={useOverview()} failed="The next invoice could not be estimated.">
      {({ data }) => <NextInvoice overview={data} />}
    </Loaded>
  )
}

/** Sums over all statements. */
export function ToDatePanel() {
  return (
    <Loaded query={useOverview()} failed="Totals could not be loaded.">
      {({ data }) => <ToDate overview={data} />}
    </Loaded>
  )
}

export function PlanPanel() {
  return (
    <Loaded query={useOverview()} failed="The plan could not be loaded.">
      {({ data }) => <Plan subscription={data.subscription} />}
    </Loaded>
  )
}
