import { sentenceOf } from '@kept/client/errors.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { Banner } from '../shell/Banner.tsx'

/** Above every screen of the demo: what a visitor may do, and the next day's bill. */
export default function DemoStrip() {
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
    <Banner
      tone="plain"
      action={
        <Button isBusy={nextDay.isPending} onClick={() => nextDay.mutate({})}>
          Next day
        </Button>
      }
    >
      Demo on simulated clouds. What you stop, resize or schedule is yours alone and ends with your visit. The next
      day’s bill shows what it saves.
    </Banner>
  )
}
