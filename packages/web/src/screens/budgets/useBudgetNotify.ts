import type { AlertRule } from '@kept/domain/alert.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../shell/useMe.ts'
import { addSlackChannel, ruleOfBudget, saveBudgetNotification } from './budget-notify.ts'

/** The channels that hear of a budget: those to choose from, the chosen ones, and how they are saved with it. */
export function useBudgetNotify(budgetName: string | undefined) {
  const client = useQueryClient()
  const me = useMe().data
  const channelsQuery = useQuery(api.alerts.channels.queryOptions({ input: {} }))
  const rulesQuery = useQuery(api.alerts.rules.queryOptions({ input: {} }))
  const channels = (channelsQuery.data?.data ?? []).filter(({ enabled }) => enabled)
  const rule = budgetName === undefined ? undefined : ruleOfBudget(rulesQuery.data?.data ?? [], budgetName)
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const chosen = picked ?? rule?.channels ?? []
  const isDemo = me?.organization.demo ?? false
  return {
    channels,
    chosen,
    isDemo,
    mayAddChannel: !isDemo && (me?.permissions.includes('channels:write') ?? false),
    toggle: (id: string, selected: boolean) =>
      setPicked(selected ? [...chosen, id] : chosen.filter((other) => other !== id)),
    /** `slackUrl` is the URL of an incoming webhook, or empty. Nothing is written where nothing changed. */
    async save(name: string, slackUrl: string): Promise<void> {
      const added = slackUrl.trim() === '' ? [] : [await addSlackChannel(slackUrl)]
      const selected = [...chosen, ...added]
      if (picked === null && added.length === 0 && !isRenamed(rule, name)) return
      await saveBudgetNotification({ name, channels: selected, rule })
      await client.invalidateQueries({ queryKey: api.alerts.key() })
    },
  }
}

function isRenamed(rule: AlertRule | undefined, name: string): boolean {
  return rule !== undefined && rule.filters[0]?.values[0] !== name
}
