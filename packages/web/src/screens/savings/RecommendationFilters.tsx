import type { Recommendation } from '@kept/domain/recommendation.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { Search } from 'lucide-react'
import { isNarrowed, levels, type SavingsView } from './recommendations.ts'

interface RecommendationFiltersProps {
  recommendations: readonly Recommendation[]
  shownCount: number
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
}

/** The select does not allow an empty value. */
const anyValue = 'any'

/** Filters the list by text, rule, provider, effort, and risk. */
export function RecommendationFilters({ recommendations, shownCount, view, onChange }: RecommendationFiltersProps) {
  const rules = [...new Map(recommendations.map((recommendation) => [recommendation.rule, recommendation.title]))]
  const providers = [...new Set(recommendations.map((recommendation) => recommendation.provider))]
    .filter(Boolean)
    .toSorted()
  const levelOptions = levels.map((level) => ({ value: level as string, label: level }))
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <div className="w-full sm:w-64">
        <Input
          label="Search recommendations"
          hiddenLabel
          type="search"
          placeholder="Search recommendations"
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
        {shownCount === recommendations.length
          ? counted(shownCount, 'recommendation')
          : `${shownCount} of ${counted(recommendations.length, 'recommendation')}`}
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
        value={value || anyValue}
        options={[{ value: anyValue, label: all }, ...options]}
        onChange={(next) => onChange(next === anyValue ? '' : next)}
      />
    </div>
  )
}
