import type { Finding } from '@kept/domain/finding.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { Search } from 'lucide-react'
import { isNarrowed, levels, type SavingsView } from './findings.ts'

interface FindingFiltersProps {
  findings: readonly Finding[]
  shown: number
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
}

/** The select needs a word for "all of them"; an empty one is not allowed. */
const any = 'any'

/** Narrow the list by words, rule, provider, effort and risk. */
export function FindingFilters({ findings, shown, view, onChange }: FindingFiltersProps) {
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding.title]))]
  const providers = [...new Set(findings.map((finding) => finding.provider))].filter(Boolean).toSorted()
  const levelOptions = levels.map((level) => ({ value: level as string, label: level }))
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <div className="w-full sm:w-64">
        <Input
          label="Search findings"
          hiddenLabel
          type="search"
          placeholder="Search findings"
          icon={<Search size={14} />}
          value={view.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </div>
      <Choice
        label="Rule"
        all="All rules"
        value={view.rule}
        options={rules.map(([value, label]) => ({ value, label }))}
        onChange={(rule) => onChange({ rule })}
      />
      <Choice
        label="Provider"
        all="All providers"
        value={view.provider}
        options={providers.map((value) => ({ value, label: value }))}
        onChange={(provider) => onChange({ provider })}
      />
      <Choice
        label="Effort"
        all="Any effort"
        value={view.effort}
        options={levelOptions}
        onChange={(effort) => onChange({ effort: effort as SavingsView['effort'] })}
      />
      <Choice
        label="Risk"
        all="Any risk"
        value={view.risk}
        options={levelOptions}
        onChange={(risk) => onChange({ risk: risk as SavingsView['risk'] })}
      />
      {isNarrowed(view) && (
        <Button tone="quiet" onClick={() => onChange({ text: '', rule: '', provider: '', effort: '', risk: '' })}>
          Clear
        </Button>
      )}
      <p role="status" className="ml-auto text-small text-soft">
        {shown === findings.length ? counted(shown, 'finding') : `${shown} of ${counted(findings.length, 'finding')}`}
      </p>
    </div>
  )
}

interface ChoiceProps {
  label: string
  all: string
  value: string
  options: { value: string; label: string }[]
  onChange(value: string): void
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  if (options.length < 2 && value === '') return null
  return (
    <div className="w-40">
      <Select
        label={label}
        hiddenLabel
        value={value || any}
        options={[{ value: any, label: all }, ...options]}
        onChange={(next) => onChange(next === any ? '' : next)}
      />
    </div>
  )
}
