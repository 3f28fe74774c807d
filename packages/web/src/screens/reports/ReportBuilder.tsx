import { sentenceOf } from '@kept/client/errors.ts'
import type { SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import type { ReportDefinition, ReportSection } from '@kept/domain/report.ts'
import { type ReportPeriodName, reportLimits, reportPeriodLabels, reportPeriods } from '@kept/domain/report-labels.ts'
import { entriesOf } from '@kept/foundation/keys.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { DocumentView } from './DocumentView.tsx'
import { FilterRows } from './FilterRows.tsx'
import { newSection, sectionKindLabels } from './new-section.ts'
import { SectionEditor } from './SectionEditor.tsx'

interface ReportBuilderProps {
  /** The report to change; without it, a new one begins with `template`. */
  report?: SavedReportAnswer
  template?: string
  onSaved(id: string): void
  onCancel(): void
}

/** Builds a report, once its template has arrived. */
export function ReportBuilder({ report, template, ...handlers }: ReportBuilderProps) {
  const query = useQuery(api.savedReports.templates.queryOptions({ input: {}, staleTime: 600_000 }))
  if (report) return <BuilderForm id={report.id} initial={report.definition} {...handlers} />
  return (
    <Loaded query={query} failed="The templates could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data }) => (
        <BuilderForm initial={data.find(({ id }) => id === template)?.definition ?? blankReport} {...handlers} />
      )}
    </Loaded>
  )
}

const blankReport: ReportDefinition = {
  ...{ name: '', description: '', filters: [], currency: null, shared: true },
  period: { kind: 'named', name: 'last_month' },
  sections: [newSection('costs')],
}

interface BuilderFormProps extends Pick<ReportBuilderProps, 'onSaved' | 'onCancel'> {
  id?: string
  initial: ReportDefinition
}

function BuilderForm({ id, initial, onSaved, onCancel }: BuilderFormProps) {
  const client = useQueryClient()
  // Sections have no identity of their own, and their editors must keep the focus when one is moved.
  const [draft, setDraft] = useState({ ...initial, sections: initial.sections.map(withKey) })
  const [failure, setFailure] = useState('')
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const onError = (error: unknown) => setFailure(sentenceOf(error))
  const preview = useMutation(api.savedReports.preview.mutationOptions({ onError, onSuccess: () => setFailure('') }))
  const onSuccess = async ({ data }: { data: { id: string } }) => {
    await client.invalidateQueries({ queryKey: api.savedReports.key() })
    onSaved(data.id)
  }
  const create = useMutation(api.savedReports.create.mutationOptions({ onSuccess, onError }))
  const save = useMutation(api.savedReports.change.mutationOptions({ onSuccess, onError }))
  const definition = (): ReportDefinition => ({ ...draft, sections: draft.sections.map(({ section }) => section) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.name.trim() === '') return setFailure('Enter a name.')
    if (id) save.mutate({ id, ...definition() })
    else create.mutate(definition())
  }
  const setSection = (key: string, section: ReportSection) =>
    change({ sections: draft.sections.map((entry) => (entry.key === key ? { key, section } : entry)) })
  return (
    <section aria-label={id ? 'Edit report' : 'New report'} className="min-w-0">
      <h2 className="border-rule-strong border-b pb-3 text-lead font-semibold">{id ? 'Edit report' : 'New report'}</h2>
      <form onSubmit={submit} className="mt-4 max-w-3xl space-y-4" noValidate>
        <FormFailure sentence={failure} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Name"
            value={draft.name}
            maxLength={120}
            onChange={(event) => change({ name: event.target.value })}
          />
          <PeriodSelect period={draft.period} onChange={(period) => change({ period })} />
        </div>
        <Input
          label="Description"
          value={draft.description}
          maxLength={400}
          onChange={(event) => change({ description: event.target.value })}
        />
        <FilterRows filters={draft.filters} onChange={(filters) => change({ filters })} />
        <Checkbox checked={draft.shared} onChange={(shared) => change({ shared })}>
          Share with everyone in the organization
        </Checkbox>
        <ol className="space-y-4">
          {draft.sections.map(({ key, section }, index) => (
            <SectionEditor
              key={key}
              number={index + 1}
              section={section}
              onChange={(changed) => setSection(key, changed)}
              onMove={index === 0 ? undefined : () => change({ sections: movedUp(draft.sections, index) })}
              onRemove={
                draft.sections.length === 1
                  ? undefined
                  : () => change({ sections: draft.sections.filter((entry) => entry.key !== key) })
              }
            />
          ))}
        </ol>
        <div className="flex flex-wrap items-end gap-2">
          {draft.sections.length < reportLimits.sections && (
            <AddSection onAdd={(kind) => change({ sections: [...draft.sections, withKey(newSection(kind))] })} />
          )}
        </div>
        <div className="flex flex-wrap gap-2 border-rule border-t pt-4">
          <Button type="submit" tone="primary" isBusy={create.isPending || save.isPending}>
            {id ? 'Save' : 'Create report'}
          </Button>
          <Button isBusy={preview.isPending} onClick={() => preview.mutate(definition())}>
            Preview
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
      {preview.data && (
        <div className="mt-8 border-rule border-t pt-6">
          <DocumentView document={preview.data.data} />
        </div>
      )}
    </section>
  )
}

let lastKey = 0

function withKey(section: ReportSection): { key: string; section: ReportSection } {
  lastKey += 1
  return { key: String(lastKey), section }
}

function movedUp<Item>(items: readonly Item[], index: number): Item[] {
  const [item] = items.slice(index, index + 1)
  const others = items.toSpliced(index, 1)
  return item === undefined ? others : others.toSpliced(index - 1, 0, item)
}

interface PeriodSelectProps {
  period: ReportDefinition['period']
  onChange(period: ReportDefinition['period']): void
}

function PeriodSelect({ period, onChange }: PeriodSelectProps) {
  const value = period.kind === 'named' ? period.name : 'dates'
  return (
    <div className="space-y-2">
      <Select<ReportPeriodName | 'dates'>
        label="Period"
        value={value}
        options={[
          ...reportPeriods.map((name) => ({ value: name, label: reportPeriodLabels[name] })),
          { value: 'dates', label: 'Between two dates' },
        ]}
        onChange={(name) => onChange(name === 'dates' ? thisYear() : { kind: 'named', name })}
      />
      {period.kind === 'dates' && (
        <div className="grid grid-cols-2 gap-2">
          <Input
            label="Start date"
            type="date"
            value={period.start_date}
            onChange={(event) => onChange({ ...period, start_date: event.target.value })}
          />
          <Input
            label="End date (exclusive)"
            type="date"
            value={period.end_date}
            onChange={(event) => onChange({ ...period, end_date: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}

function thisYear(): ReportDefinition['period'] {
  const year = new Date().getFullYear()
  return { kind: 'dates', start_date: `${year}-01-01`, end_date: `${year + 1}-01-01` }
}

function AddSection({ onAdd }: { onAdd(kind: ReportSection['kind']): void }) {
  const [kind, setKind] = useState<ReportSection['kind']>('costs')
  const kinds = entriesOf(sectionKindLabels)
  return (
    <>
      <Select<ReportSection['kind']>
        label="Add a section"
        className="w-52"
        value={kind}
        options={kinds.map(([value, label]) => ({ value, label }))}
        onChange={setKind}
      />
      <Button onClick={() => onAdd(kind)}>Add</Button>
    </>
  )
}
