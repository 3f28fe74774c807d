import { Select } from '@kept/ui/controls/Select.tsx'
import { type LoopsView, loopsFound, showLabels, shows, sortLabels, sorts } from './loop-text.ts'

interface LoopFiltersProps {
  view: LoopsView
  onView(part: Partial<LoopsView>): void
  /** How many loops they leave. */
  count: number
}

/** Which loops are listed, and in what order. */
export function LoopFilters({ view, onView, count }: LoopFiltersProps) {
  return (
    <div className="mb-2 flex flex-wrap items-end gap-2">
      <div className="w-36">
        <Select
          label="Filter loops"
          hiddenLabel
          value={view.show}
          options={shows.map((value) => ({ value, label: showLabels[value] }))}
          onChange={(show) => onView({ show })}
        />
      </div>
      <div className="w-40">
        <Select
          label="Sort loops"
          hiddenLabel
          value={view.sort}
          options={sorts.map((value) => ({ value, label: sortLabels[value] }))}
          onChange={(sort) => onView({ sort })}
        />
      </div>
      <p role="status" className="ml-auto text-small text-soft">
        {loopsFound(count)}
      </p>
    </div>
  )
}
