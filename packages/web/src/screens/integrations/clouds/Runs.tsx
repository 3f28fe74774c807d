import { formatCount } from '@kept/foundation/format/number.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'

/** The latest runs of a connection, newest first. */
export function Runs({ id, isExports = false }: { id: string; isExports?: boolean }) {
  const query = useQuery(api.sync.runs.queryOptions({ input: { id } }))
  return (
    <Section title="History">
      <Loaded query={query} failed="The history could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-body text-soft">No runs yet.</p>
          ) : (
            <Table label="History">
              <thead>
                <tr>
                  <Th>Started</Th>
                  <Th className="@max-xl:hidden">By</Th>
                  <Th numeric>{isExports ? 'Months complete' : 'Units complete'}</Th>
                  {!isExports && (
                    <>
                      <Th numeric className="@max-lg:hidden">
                        Resources
                      </Th>
                      <Th numeric className="@max-lg:hidden">
                        Removed
                      </Th>
                      <Th numeric className="@max-2xl:hidden">
                        Metric points
                      </Th>
                    </>
                  )}
                  <Th numeric className="@max-2xl:hidden">
                    API calls
                  </Th>
                  <Th>Result</Th>
                </tr>
              </thead>
              <tbody>
                {data.map((run) => (
                  <Tr key={run.id}>
                    <Td className="whitespace-nowrap">{formatMoment(run.started_at)}</Td>
                    <Td className="@max-xl:hidden">{run.started_by}</Td>
                    <Td numeric>
                      {formatCount(run.complete_units)} of {formatCount(run.units)}
                    </Td>
                    {!isExports && (
                      <>
                        <Td numeric className="@max-lg:hidden">
                          {formatCount(run.resources)}
                        </Td>
                        <Td numeric className="@max-lg:hidden">
                          {formatCount(run.removed)}
                        </Td>
                        <Td numeric className="@max-2xl:hidden">
                          {formatCount(run.points)}
                        </Td>
                      </>
                    )}
                    <Td numeric className="@max-2xl:hidden">
                      {formatCount(run.requests)}
                    </Td>
                    <Td className="text-pretty">{resultOf(run)}</Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}

function resultOf(run: { finished_at: string | null; error: string; units: number; complete_units: number }): string {
  if (run.finished_at === null) return 'Running'
  if (run.error !== '') return run.error
  const incomplete = run.units - run.complete_units
  return incomplete > 0 ? `${formatCount(incomplete)} not complete` : 'Complete'
}
