import { type Grain, type GroupKey, limits, type Measure, measureNames, measures } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Combobox } from '@kept/ui/controls/Combobox.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { Layers, Plus } from 'lucide-react'
import { labelOfKey } from '../../spend/group-key.ts'
import { keyOptions } from '../../spend/key-options.ts'
import { grainsOf, grainWords } from '../../spend/periods.ts'
import { useCatalogue } from '../../spend/useCatalogue.ts'
import type { Explorer } from './explorer.ts'

interface ControlsProps {
  state: Explorer
  /** The grain in use, chosen or fitting. */
  grain: Grain
  window: DayWindow
  onChange(part: Partial<Explorer>): void
}

const compareOptions = [
  { value: 'none', label: 'No comparison' },
  { value: 'previous_period', label: 'Previous period' },
  { value: 'previous_year', label: 'Same period last year' },
] as const

/** What is measured, grouped and compared. */
export function Controls({ state, grain, window, onChange }: ControlsProps) {
  const [first, ...others] = state.measures
  const measureOptions = measureNames.map((name) => ({
    value: name,
    label: measures[name].label,
    words: measures[name].words,
  }))
  const tops = [...new Set([5, 10, 25, 50, 100, limits.top, ...(state.top ? [state.top] : [])])].toSorted(
    (a, b) => a - b,
  )
  return (
    <div className="mt-5 flex flex-wrap items-end gap-2">
      <div className="w-48">
        <Select
          label="Measure"
          value={first}
          options={measureOptions}
          onChange={(measure) =>
            onChange({ measures: [measure, ...others.filter((other) => other !== measure)], sort: null })
          }
        />
      </div>
      <div>
        <p className="mb-1 text-small text-soft">Group by</p>
        <GroupBy by={state.by} onChange={(by) => onChange({ by, sort: null })} />
      </div>
      <div>
        <p className="mb-1 text-small text-soft">Period</p>
        <Segmented
          label="Length of a period"
          value={grain}
          options={grainsOf(window)
            .concat(grain)
            .filter((value, index, all) => all.indexOf(value) === index)
            .map((value) => ({ value, label: grainWords[value].label }))}
          onChange={(next) => onChange({ grain: next })}
        />
      </div>
      <div className="w-40">
        <Select
          label="Compare with"
          value={state.compare ?? 'none'}
          options={compareOptions}
          onChange={(value) => onChange({ compare: value === 'none' ? null : value })}
        />
      </div>
      <div className="w-32">
        <Select
          label="Groups shown"
          value={state.top === null ? 'all' : String(state.top)}
          options={[
            ...tops.map((top) => ({ value: String(top), label: `${top} largest` })),
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => onChange({ top: value === 'all' ? null : Number(value) })}
        />
      </div>
      <Combobox
        label="Also show"
        trigger={
          <Button icon={<Plus size={14} />}>
            {others.length === 0 ? 'Measure' : `${counted(others.length, 'more measure')}`}
          </Button>
        }
        options={measureOptions.filter(({ value }) => value !== first).map(({ value, label }) => ({ value, label }))}
        chosen={others}
        onToggle={(value) => {
          const measure = value as Measure
          const next = others.includes(measure) ? others.filter((other) => other !== measure) : [...others, measure]
          onChange({ measures: [first, ...next.slice(0, limits.measures - 1)] })
        }}
      />
    </div>
  )
}

function GroupBy({ by, onChange }: { by: GroupKey[]; onChange(by: GroupKey[]): void }) {
  const options = keyOptions(useCatalogue().data)
  const words = by.length === 0 ? 'Nothing' : by.map(labelOfKey).join(', ')
  return (
    <Combobox
      label="Group by"
      placeholder="Search dimensions and tags"
      trigger={
        <Button icon={<Layers size={14} className="text-faint" />} aria-label={`Group by: ${words}`}>
          <span className="max-w-64 truncate">{words}</span>
        </Button>
      }
      options={options}
      chosen={by}
      onToggle={(value) => {
        const key = value as GroupKey
        onChange(by.includes(key) ? by.filter((other) => other !== key) : [...by, key].slice(0, limits.groupBy))
      }}
    />
  )
}
