import { sentenceOf } from '@kept/client/errors.ts'
import { formatMoment, formatMonth } from '@kept/ui/format/day.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { RuleEditor } from './RuleEditor.tsx'
import { sayRule } from './rule-words.ts'

/** What holds for everybody, its versions, and the next one. */
export function CommissionSettings() {
  const client = useQueryClient()
  const query = useQuery(api.commission.settings.queryOptions({ input: {} }))
  const change = useMutation(
    api.commission.changeSettings.mutationOptions({
      onSuccess: ({ data: { current, upcoming } }) => {
        const { settings, valid_from: from } = upcoming ?? current
        toasts.show({
          title: 'Commission saved',
          body: `${sayRule(settings, settings.currency ?? 'USD')} from ${formatMonth(`${from}-01`)}. Closed months keep the rule they were billed by.`,
        })
        return client.invalidateQueries({ queryKey: api.commission.key() })
      },
    }),
  )
  return (
    <Loaded query={query} failed="The commission could not be loaded.">
      {({ data: { current, upcoming, versions } }) => (
        <>
          <p className="mt-6 font-serif text-title">
            {sayRule(current.settings, current.settings.currency ?? 'USD')} of verified savings
            {upcoming && (
              <span className="block font-sans text-body text-soft">
                From {formatMonth(`${upcoming.valid_from}-01`)}:{' '}
                {sayRule(upcoming.settings, upcoming.settings.currency ?? 'USD')}
              </span>
            )}
          </p>
          <Section title="Change it">
            <RuleEditor
              key={versions.length}
              terms={(upcoming ?? current).settings}
              currency={(upcoming ?? current).settings.currency}
              busy={change.isPending}
              failure={change.isError ? sentenceOf(change.error) : ''}
              onSave={(settings, valid_from) => change.mutate({ settings, valid_from })}
            />
          </Section>
          <Section title="Versions">
            <Table label="Versions of the commission">
              <thead>
                <tr>
                  <Th numeric>Version</Th>
                  <Th>From</Th>
                  <Th>Rule</Th>
                  <Th>By</Th>
                </tr>
              </thead>
              <tbody>
                {versions.map(({ version, valid_from: from, settings, changed_by: by, changed_at: at }) => (
                  <Tr key={version}>
                    <Td numeric>{version}</Td>
                    <Td className="whitespace-nowrap">{at === null ? 'the beginning' : formatMonth(`${from}-01`)}</Td>
                    <Td>{sayRule(settings, settings.currency ?? 'USD')}</Td>
                    <Td>
                      {by}
                      {at && <span className="text-faint"> · {formatMoment(at)}</span>}
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </Section>
        </>
      )}
    </Loaded>
  )
}
