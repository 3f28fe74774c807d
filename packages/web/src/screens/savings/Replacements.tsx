import type { ReplacedAction } from '@kept/contract/routes/savings-replacements.ts'
import { add, negate } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { type Declaration, DeclareUnrelated } from './DeclareUnrelated.tsx'
import { ResourceLabel } from './ResourceLabel.tsx'

/** Savings that do not count because other resources took over. Hidden when there are none. */
export function Replacements({ canDeclare }: { canDeclare: boolean }) {
  const replaced = useQuery(api.savingsReplacements.list.queryOptions({ input: {} }))
  const [declaration, setDeclaration] = useState<Declaration | null>(null)
  if (replaced.isPending || replaced.data?.data.length === 0) return null
  return (
    <Section
      title="Replaced capacity"
      description="Capacity that moved to another resource is not a saving, so it is not billed. Declare a presumed replacement unrelated if the two have nothing to do with each other."
    >
      <Loaded query={replaced} failed="The replacements could not be loaded.">
        {({ data }) => (
          <Table label="Replaced capacity">
            <thead>
              <tr>
                <Th>Action</Th>
                <Th>Replaced by</Th>
                <Th>Status</Th>
                <Th numeric>Not billed</Th>
                {canDeclare && <Th>Change</Th>}
              </tr>
            </thead>
            <tbody>
              {data.flatMap((action) => [
                ...action.replacements.map((replacement, index) => (
                  <Tr key={`${action.action_id} ${replacement.resource_id}`}>
                    {index === 0 && <ActionCell action={action} rowSpan={action.replacements.length} />}
                    <Td className="min-w-48 pl-3!">
                      <ResourceLabel id={replacement.resource_id} name={replacement.resource_name} />
                      <span className="block max-w-xs text-pretty text-micro text-faint">
                        {shapeOf(action, replacement) ?? originOf(replacement)}
                      </span>
                    </Td>
                    <Td className="min-w-40">
                      <Status replacement={replacement} group={groupSize(action)} />
                    </Td>
                    {index === 0 && (
                      <Td numeric rowSpan={action.replacements.length}>
                        {isWithinSaving(action)
                          ? 'Deducted in the saving'
                          : formatMoney(notBilled(action), action.currency)}
                      </Td>
                    )}
                    {canDeclare && (
                      <Td>
                        {replacement.match !== 'identity' && (
                          <Button
                            size="small"
                            tone="quiet"
                            onClick={() =>
                              setDeclaration({
                                action,
                                resource: replacement.resource_id,
                                name: replacement.resource_name,
                                unrelated: !replacement.declared,
                              })
                            }
                          >
                            {replacement.declared ? 'Count as replacement' : 'Declare unrelated'}
                            <span className="sr-only"> {replacement.resource_name}</span>
                          </Button>
                        )}
                      </Td>
                    )}
                  </Tr>
                )),
                ...(action.uncertain_group
                  ? [
                      <UncertainGroup
                        key={`${action.action_id} group`}
                        action={action}
                        group={action.uncertain_group}
                        columns={canDeclare ? 4 : 3}
                      />,
                    ]
                  : []),
              ])}
            </tbody>
          </Table>
        )}
      </Loaded>
      <DeclareUnrelated declaration={declaration} onClose={() => setDeclaration(null)} />
    </Section>
  )
}

const statuses = {
  identity: 'Same resource, new id',
  presumed: 'Presumed replaced',
  group: 'Group took over',
  shape: 'Same resource, more of it',
} as const satisfies Record<Replacement['match'], string>

interface UncertainGroupProps {
  action: ReplacedAction
  group: NonNullable<ReplacedAction['uncertain_group']>
  columns: number
}

/** A saving that counts although one of its checks was inconclusive. */
function UncertainGroup({ action, group: { resources, growth, uncertainty }, columns }: UncertainGroupProps) {
  return (
    <Tr>
      <ActionCell action={action} />
      <Td colSpan={columns} className="max-w-lg text-pretty text-micro text-soft">
        The saving counts in full, because this check was inconclusive: {counted(resources, 'resource')} with the same
        purpose cost {formatMoney(growth, action.currency)} more per hour since then, but normally vary by{' '}
        {formatMoney(uncertainty, action.currency)} from week to week.
      </Td>
    </Tr>
  )
}

type Replacement = ReplacedAction['replacements'][number]

function notBilled({ booked, provisional }: ReplacedAction): string {
  return negate(add(booked, provisional))
}

/** Units and hours of the resource itself are counted in its saving, not in an entry of their own. */
function isWithinSaving({ replacements }: ReplacedAction): boolean {
  return replacements.every(({ match }) => match === 'shape')
}

function shapeOf({ kind, currency }: ReplacedAction, { shape }: Replacement): string | null {
  if (!shape) return null
  return kind === 'schedule'
    ? `The hours left on cost ${formatMoney(shape.before, currency)} each before the schedule and ${formatMoney(shape.after, currency)} in its first week`
    : `${shape.after} units of the new size replace ${shape.before} of the former one`
}

function originOf({ shared, starts_at: startedAt }: Replacement): string {
  return [shared && `Same ${shared}`, startedAt && `since ${formatMoment(startedAt)}`].filter(Boolean).join(', ')
}

/** Resources that took over together and are not declared unrelated. */
function groupSize({ replacements }: ReplacedAction): number {
  return replacements.filter(({ match, declared }) => match === 'group' && !declared).length
}

function ActionCell({ action, rowSpan }: { action: ReplacedAction; rowSpan?: number }) {
  return (
    <Td className="min-w-48" rowSpan={rowSpan}>
      <span className="font-medium">{action.title}</span>
      <ResourceLabel id={action.resource_id} name={action.resource_name} className="text-small text-soft" />
    </Td>
  )
}

function Status({ replacement: { match, declared }, group }: { replacement: Replacement; group: number }) {
  if (declared)
    return (
      <>
        <Badge>Unrelated</Badge>
        <span className="mt-0.5 block max-w-xs text-pretty text-micro text-soft">
          {declared.reason} ({declared.declared_by})
        </span>
      </>
    )
  return (
    <>
      <Badge tone="watch">{statuses[match]}</Badge>
      {match === 'group' && group > 1 && (
        <span className="mt-0.5 block max-w-xs text-pretty text-micro text-soft">
          One of {counted(group, 'resource')} that together cost more since then
        </span>
      )}
    </>
  )
}
