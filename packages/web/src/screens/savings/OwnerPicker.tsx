import type { RecommendationOwner } from '@kept/domain/recommendation.ts'
import { Combobox } from '@kept/ui/controls/Combobox.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'

const noOwner = 'none'

interface OwnerPickerProps {
  trigger: ReactNode
  owner: { type: string; id: string } | null
  /** Null: no one. */
  onPick(owner: RecommendationOwner | null): void
  /** Offers to remove the owner. */
  removable?: boolean
}

/** Chooses one of the people and teams of the organization. */
export function OwnerPicker({ trigger, owner, onPick, removable = false }: OwnerPickerProps) {
  const query = useQuery({ ...api.costOptimization.owners.queryOptions({ input: {} }), staleTime: 60_000 })
  const owners = query.data?.data ?? []
  const optionValue = ({ type, id }: { type: string; id: string }) => `${type} ${id}`
  return (
    <Combobox
      label="Owner"
      single
      keepsFocus
      trigger={trigger}
      placeholder="Search people and teams"
      loading={query.isPending}
      chosen={owner ? [optionValue(owner)] : []}
      options={[
        ...owners.map((each) => ({
          value: optionValue(each),
          label: each.name,
          group: each.type === 'team' ? 'Teams' : 'People',
        })),
        ...(removable ? [{ value: noOwner, label: 'No owner', group: 'Remove' }] : []),
      ]}
      onToggle={(value) => onPick(owners.find((each) => optionValue(each) === value) ?? null)}
    />
  )
}
