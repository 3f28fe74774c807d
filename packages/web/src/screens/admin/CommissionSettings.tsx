import { sentenceOf } from '@kept/client/errors.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { RuleEditor } from './RuleEditor.tsx'
import { describeCommissionRule } from './rule-text.ts'

/** The default commission, its versions, and the next one. */
export function CommissionSettings() {
  const client = useQueryClient()
  const query = useQuery(api.commission.settings.queryOptions({ input: {} }))
  const change = useMutation(
    api.commission.changeSettings.mutationOptions({
      onSuccess: ({ data: { current, upcoming } }) => {
        const { settings, valid_from: from } = upcoming ?? current
        toasts.show({
          title: 'Commission saved',
          body: `${describeCommissionRule(settings, settings.currency ?? 'USD')} from ${formatMonth(`${from}-01`)}. Closed months keep their rule.`,
        })
        return client.invalidateQueries({ queryKey: api.commission.key() })
      },
    }),
  )
  return (
    <Loaded query={query} failed="Commission could not be loaded.">
      {({ data: { current, upcoming, versions } }) => (
        <>
          <p className="mt-6 font-serif text-title">
            {describeCommissionRule(current.settings, current.settings.currency ?? 'USD')} of verified savings
            {upcoming && (
              <span className="block font-sans text-body text-soft">
                From {formatMonth(`${upcoming.valid_from}-01`)}:{' '}
                {describeCommissionRule(upcoming.settings, upcoming.settings.currency ?? 'USD')}
              </span>
            )}
          </p>
          <Section title="Edit commission">
            <RuleEditor
              key={versions.length}
              terms={(upcoming ?? current).settings}
              currency={(upcoming ?? current).settings.currency}
              isBusy={change.isPending}
              failure={change.isError ? sentenceOf(change.error) : ''}
              onSave={(settings, valid_from) => change.mutate({ settings, valid_from })}
            />
          </Section>
          <Section title="Versions">
            <RowsTable
              label="Commission versions"
              rows={versions}
              rowKey={({ version }) => version}
              columns={[
                { head: 'Version', numeric: true, cell: ({ version }) => version },
                {
                  head: 'From',
                  cellClass: 'whitespace-nowrap',
                  cell: ({ changed_at, valid_from }) =>
                    changed_at === null ? 'the start' : formatMonth(`${valid_from}-01`),
                },
                { head: 'Rule', cell: ({ settings }) => describeCommissionRule(settings, settings.currency ?? 'USD') },
                {
                  head: 'By',
                  cell: ({ changed_by, changed_at }) => (
                    <>
                      {changed_by}
                      {changed_at && <span className="text-faint"> · {formatMoment(changed_at)}</span>}
                    </>
                  ),
                },
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}
