import { LoopDetections } from '../../loops/LoopDetections.tsx'
import { readLoops, writeLoops } from '../../loops/loop-text.ts'
import { useCustomerId } from '../../loops/useCustomerId.ts'
import { Page } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { LoopStatisticsPart } from './LoopStatisticsPart.tsx'

/** Runaway loops found in telemetry, what they cost, and what would have prevented them. */
export function LoopsScreen() {
  const [search, setSearch] = useSearchState()
  const view = readLoops(search)
  const customerId = useCustomerId()
  return (
    <Page
      title="Infinite Loop Detection"
      description="Find runaway loops in your traces, metrics and logs, see what they cost, and stop them."
    >
      <LoopDetections
        customerId={customerId}
        view={view}
        onView={(part) => setSearch(writeLoops({ ...view, ...part }))}
      />
      <LoopStatisticsPart />
    </Page>
  )
}
