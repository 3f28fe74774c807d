import type { CostsSection, ReportSection } from '@kept/domain/report.ts'
import { reportLimits } from '@kept/domain/report-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { isKey } from '../../spend/group-key.ts'
import { keyOptions } from '../../spend/key-options.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { FilterRows } from './FilterRows.tsx'
import { sectionKindLabels } from './new-section.ts'

interface SectionEditorProps {
  /** From 1. */
  number: number
  section: ReportSection
  onChange(section: ReportSection): void
  onMove: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** One section of a report: its title, and what it shows. */
export function SectionEditor({ number, section, onChange, onMove, onRemove }: SectionEditorProps) {
  const name = `section ${number}`
  return (
    <li className="space-y-3 border-rule border-l-2 pl-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-body">
          {number}. {sectionKindLabels[section.kind]}
        </h3>
        <div className="flex gap-2">
          {onMove && (
            <Button size="small" onClick={onMove}>
              Move up<span className="sr-only"> {name}</span>
            </Button>
          )}
          {onRemove && (
            <Button size="small" onClick={onRemove}>
              Remove<span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </div>
      <Input
        label={`Title of ${name}`}
        value={section.title}
        maxLength={120}
        onChange={(event) => onChange({ ...section, title: event.target.value })}
      />
      <SectionFields section={section} onChange={onChange} />
    </li>
  )
}

function SectionFields({ section, onChange }: Pick<SectionEditorProps, 'section' | 'onChange'>) {
  switch (section.kind) {
    case 'text':
      return (
        <TextArea
          label="Text"
          value={section.text}
          maxLength={4000}
          onChange={(event) => onChange({ ...section, text: event.target.value })}
        />
      )
    case 'costs':
      return <CostsFields section={section} onChange={onChange} />
    case 'recommendations':
      return <LimitInput limit={section.limit} onChange={(limit) => onChange({ ...section, limit })} />
    case 'standard':
      return <StandardFields section={section} onChange={onChange} />
    case 'savings':
      return <p className="text-small text-soft">By month, from signed statements.</p>
    case 'budgets':
      return <p className="text-small text-soft">Every budget, with its actual and forecast spend.</p>
  }
}

const views = [
  { value: 'total', label: 'Total' },
  { value: 'chart', label: 'Chart and table' },
  { value: 'table', label: 'Table' },
] as const
const grains = [
  { value: '', label: 'No interval' },
  { value: 'day', label: 'Daily' },
  { value: 'week', label: 'Weekly' },
  { value: 'month', label: 'Monthly' },
] as const
const comparisons = [
  { value: '', label: 'None' },
  { value: 'previous_period', label: 'Previous period' },
  { value: 'previous_year', label: 'Same period last year' },
] as const

function CostsFields({ section, onChange }: { section: CostsSection; onChange(section: CostsSection): void }) {
  const catalog = useCatalog().data
  const options = [{ value: '', label: 'None' }, ...keyOptions(catalog)]
  const measures = catalog?.measures ?? []
  const hasGroups = section.view !== 'total' && !(section.view === 'chart' && section.grain)
  const setGroup = (position: number, value: string) => {
    const keys: string[] = [...section.group_by]
    keys[position] = value
    onChange({ ...section, group_by: [...new Set(keys.filter(isKey))] })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select label="View" value={section.view} options={views} onChange={(view) => onChange({ ...section, view })} />
      <Select
        label="Metric"
        value={section.measure}
        options={measures.map(({ name, label }) => ({ value: name, label }))}
        onChange={(measure) => onChange({ ...section, measure })}
      />
      {section.view !== 'total' && (
        <Select
          label="Interval"
          value={section.grain ?? ''}
          options={grains}
          onChange={(grain) => onChange({ ...section, grain: grain === '' ? null : grain })}
        />
      )}
      {hasGroups && (
        <>
          <Select
            label="Group by"
            value={section.group_by[0] ?? ''}
            options={options}
            onChange={(value) => setGroup(0, value)}
          />
          {section.group_by.length > 0 && section.view === 'table' && (
            <Select
              label="Then by"
              value={section.group_by[1] ?? ''}
              options={options}
              onChange={(value) => setGroup(1, value)}
            />
          )}
          <LimitInput
            label="Top groups"
            max={50}
            limit={section.top}
            onChange={(top) => onChange({ ...section, top })}
          />
        </>
      )}
      <Select
        label="Compare to"
        value={section.compare ?? ''}
        options={comparisons}
        onChange={(compare) => onChange({ ...section, compare: compare === '' ? null : compare })}
      />
      <div className="sm:col-span-3">
        <FilterRows filters={section.filters} onChange={(filters) => onChange({ ...section, filters })} />
      </div>
    </div>
  )
}

interface LimitInputProps {
  label?: string
  limit: number
  max?: number
  onChange(limit: number): void
}

function LimitInput({ label = 'Rows', limit, max = reportLimits.rows, onChange }: LimitInputProps) {
  return (
    <Input
      label={label}
      type="number"
      min={1}
      max={max}
      value={limit}
      onChange={(event) => onChange(Math.min(max, Math.max(1, Math.trunc(Number(event.target.value)) || 1)))}
    />
  )
}

type StandardSection = Extract<ReportSection, { kind: 'standard' }>

function StandardFields({ section, onChange }: { section: StandardSection; onChange(section: StandardSection): void }) {
  const reports = useQuery(api.reports.list.queryOptions({ input: {}, staleTime: 600_000 })).data?.data ?? []
  const report = reports.find(({ id }) => id === section.report)
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        label="Report"
        value={section.report}
        options={reports.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(id) => onChange({ ...section, report: id, parameters: {} })}
      />
      {report?.parameters.map(({ name, label, required }) => (
        <Input
          key={name}
          label={required ? `${label} (required)` : label}
          value={section.parameters[name] ?? ''}
          onChange={(event) =>
            onChange({ ...section, parameters: { ...section.parameters, [name]: event.target.value } })
          }
        />
      ))}
      <LimitInput limit={section.limit} onChange={(limit) => onChange({ ...section, limit })} />
    </div>
  )
}
