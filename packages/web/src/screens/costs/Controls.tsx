import type { GroupKey } from '@kept/domain/cost-query.ts'
import { type Grain, limits, type Measure, measureNames, measures } from '@kept/domain/cube.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Combobox } from '@kept/ui/controls/Combobox.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { Layers, Plus } from 'lucide-react'
import { addsUp } from '../../spend/figure.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { keyOptions } from '../../spend/key-options.ts'
import { grainLabels, grainsOf } from '../../spend/periods.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { type Explorer, hasChart } from './explorer.ts'
import { pivotKeys } from './pivot-keys.ts'

interface ControlsProps {
  state: Explorer
  /** The interval in use, selected or default. */
  grain: Grain
  window: DayWindow
  onChange(part: Partial<Explorer>): void
}

const compareOptions = [
  { value: 'none', label: 'None' },
  { value: 'previous_period', label: 'Previous period' },
  { value: 'previous_year', label: 'Same period last year' },
] as const

const chartOptions = [
  { value: 'bar', label: 'Bar' },
  { value: 'line', label: 'Line' },
  { value: 'area', label: 'Area' },
  { value: 'table', label: 'Table' },
  { value: 'pivot', label: 'Pivot' },
] as const

/** Selects the metrics, groups, interval, and comparison. */
export function Controls({ state, grain, window, onChange }: ControlsProps) {
  const [first, ...otherMeasures] = state.measures
  const measureOptions = measureNames.map((name) => ({
    value: name,
    label: measures[name].label,
    description: measures[name].description,
  }))
  const tops = [...new Set([5, 10, 25, 50, 100, limits.top, ...(state.top ? [state.top] : [])])].toSorted(
    (a, b) => a - b,
  )
  return (
    // On a phone one row that scrolls: the figure and its chart stay on the first screen.
    <div className="mt-5 flex items-end gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0 sm:flex-wrap">
      <div className="w-48">
        <Select
          label="Metric"
          value={first}
          options={measureOptions}
          onChange={(measure) =>
            onChange({ measures: [measure, ...otherMeasures.filter((other) => other !== measure)], sort: null })
          }
        />
      </div>
      <div>
        <p className="mb-1 text-small text-soft">Group by</p>
        <GroupBy keys={state.groupBy} onChange={(groupBy) => onChange({ groupBy, sort: null })} />
      </div>
      <div>
        <p className="mb-1 text-small text-soft">Interval</p>
        <Segmented
          label="Interval"
          value={grain}
          options={grainsOf(window)
            .concat(grain)
            .filter((value, index, all) => all.indexOf(value) === index)
            .map((value) => ({ value, label: grainLabels[value].label }))}
          onChange={(next) => onChange({ grain: next })}
        />
      </div>
      <div className="w-40">
        <Select
          label="Compare to"
          value={state.compare ?? 'none'}
          options={compareOptions}
          onChange={(value) => onChange({ compare: value === 'none' ? null : value })}
        />
      </div>
      <div className="w-32">
        <Select
          label="Groups"
          value={state.top === null ? 'all' : String(state.top)}
          options={[
            ...tops.map((top) => ({ value: String(top), label: `Top ${top}` })),
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => onChange({ top: value === 'all' ? null : Number(value) })}
        />
      </div>
      <div>
        <p className="mb-1 text-small text-soft">Chart</p>
        <Segmented
          label="Chart"
          value={state.chart}
          options={chartOptions}
          onChange={(chart) =>
            onChange({
              ...{ chart, view: chart === 'table' ? 'periods' : 'totals', sort: null },
              ...(chart === 'pivot' && { groupBy: pivotKeys(state.groupBy) }),
            })
          }
        />
      </div>
      <Combobox
        label="More metrics"
        trigger={
          <Button icon={<Plus size={14} />}>
            {otherMeasures.length === 0 ? 'Add metric' : counted(otherMeasures.length, 'more metric')}
          </Button>
        }
        options={measureOptions.filter(({ value }) => value !== first).map(({ value, label }) => ({ value, label }))}
        chosen={otherMeasures}
        onToggle={(value) => {
          const measure = value as Measure
          const next = otherMeasures.includes(measure)
            ? otherMeasures.filter((other) => other !== measure)
            : [...otherMeasures, measure]
          onChange({ measures: [first, ...next.slice(0, limits.measures - 1)] })
        }}
      />
      {hasChart(state) && addsUp(first) && (
        <div className="flex h-8 items-center">
          <Checkbox checked={state.isCumulative} onChange={(isCumulative) => onChange({ isCumulative })}>
            Cumulative
          </Checkbox>
        </div>
      )}
    </div>
  )
}

function GroupBy({ keys, onChange }: { keys: GroupKey[]; onChange(keys: GroupKey[]): void }) {
  const options = keyOptions(useCatalog().data)
  const label = keys.length === 0 ? 'None' : keys.map(labelOfKey).join(', ')
  return (
    <Combobox
      label="Group by"
      placeholder="Search dimensions and tags"
      trigger={
        <Button icon={<Layers size={14} className="text-faint" />} aria-label={`Group by: ${label}`}>
          <span className="max-w-64 truncate">{label}</span>
        </Button>
      }
      options={options}
      chosen={keys}
      onToggle={(value) => {
        const key = value as GroupKey
        onChange(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key].slice(0, limits.groupBy))
      }}
    />
  )
}
