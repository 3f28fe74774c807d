import { sentenceOf } from '@kept/client/errors.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** In the sidebar of the demo: what a visitor's changes are worth shows in the bill of the next day. */
export default function DemoDay() {
  const client = useQueryClient()
  const nextDay = useMutation(
    api.demo.nextDay.mutationOptions({
      onSuccess: ({ data }) => {
        toasts.show({ title: `The bill of ${formatDay(data.billed_day)} is in` })
        return client.invalidateQueries()
      },
      onError: (error) => toasts.show({ tone: 'error', title: sentenceOf(error) }),
    }),
  )
  return (
    <div className="mt-2">
      <p className="text-pretty text-micro text-soft">
        What you stop or resize is yours alone and ends with your visit. The next day’s bill shows what it saves.
      </p>
      <div className="mt-2">
        <Button size="small" isBusy={nextDay.isPending} onClick={() => nextDay.mutate({})}>
          Next day
        </Button>
      </div>
    </div>
  )
}
