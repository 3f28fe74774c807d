import { sentenceOf } from '@kept/client/errors.ts'
import { formatMoment, formatMonth } from '@kept/ui/format/day.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
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
            <Table label="Commission versions">
              <thead>
                <tr>
                  <Th numeric>Version</Th>
                  <Th>From</Th>
                  <Th>Rule</Th>
                  <Th>By</Th>
                </tr>
              </thead>
              <tbody>
                {versions.map(
                  ({ version, valid_from: from, settings, changed_by: changedBy, changed_at: changedAt }) => (
                    <Tr key={version}>
                      <Td numeric>{version}</Td>
                      <Td className="whitespace-nowrap">
                        {changedAt === null ? 'the start' : formatMonth(`${from}-01`)}
                      </Td>
                      <Td>{describeCommissionRule(settings, settings.currency ?? 'USD')}</Td>
                      <Td>
                        {changedBy}
                        {changedAt && <span className="text-faint"> · {formatMoment(changedAt)}</span>}
                      </Td>
                    </Tr>
                  ),
                )}
              </tbody>
            </Table>
          </Section>
        </>
      )}
    </Loaded>
  )
}
