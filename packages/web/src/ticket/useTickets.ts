/** The tickets of a recommendation or an anomaly, and the request that creates one. */
import type { TicketSubject } from '@kept/domain/ticket.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export interface Subject {
  kind: TicketSubject
  id: string
}

export function useTickets({ kind, id }: Subject) {
  const { ofRecommendation, ofAnomaly } = api.tickets
  return useQuery((kind === 'anomaly' ? ofAnomaly : ofRecommendation).queryOptions({ input: { id } }))
}

export function useCreateTicket({ kind }: Subject) {
  const client = useQueryClient()
  const { createForAnomaly, createForRecommendation } = api.tickets
  return useMutation(
    (kind === 'anomaly' ? createForAnomaly : createForRecommendation).mutationOptions({
      // The form says what went wrong.
      meta: { quiet: true },
      onSuccess: () => client.invalidateQueries({ queryKey: api.tickets.key() }),
    }),
  )
}
