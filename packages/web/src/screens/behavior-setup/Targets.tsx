import { Button } from '@kept/ui/controls/Button.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { explainFor } from '../../account/refusal.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { checkBy } from '../../form/check-by.ts'
import { Section } from '../../shell/Page.tsx'
import { readTargets, writeTargets } from './targets.ts'
import { useBehaviorSettings } from './useBehaviorSettings.ts'

/** What runs where: pushes and deployments know a repository, not a machine. */
export function Targets({ mayWrite }: { mayWrite: boolean }) {
  const { query, save } = useBehaviorSettings()
  return (
    <Section
      title="Repositories and environments"
      description="Code hosts report repositories, not environments. Map each repository, or repository/deployment target, to its environment. One per line."
    >
      <Loaded query={query} failed="Settings could not be loaded.">
        {({ data: { targets } }) => {
          const text = writeTargets(targets)
          return mayWrite ? (
            <TargetsForm key={text} text={text} save={save} />
          ) : (
            <pre className="text-small">{text || 'No mappings.'}</pre>
          )
        }}
      </Loaded>
    </Section>
  )
}

function TargetsForm({ text, save }: { text: string; save: ReturnType<typeof useBehaviorSettings>['save'] }) {
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['targets'],
      schema: () => import('@kept/domain/behavior-run.ts').then(({ behaviorSettingsSchema }) => behaviorSettingsSchema),
      input: ({ targets }) => ({ targets: readTargets(targets).targets }),
      rules({ targets }) {
        const { invalidLine } = readTargets(targets)
        return invalidLine === null ? {} : { targets: `Write "${invalidLine}" as repository = environment.` }
      },
    }),
    async send({ targets }) {
      await save({ targets: readTargets(targets).targets })
      toasts.show({ title: 'Saved for new events' })
    },
    explain: explainFor({ targets: 'targets' }),
  })
  return (
    <form {...form} className="max-w-xl space-y-2">
      <FormFailure sentence={failure} />
      <TextArea
        {...field('targets')}
        label="Repositories and environments"
        rows={5}
        defaultValue={text}
        placeholder={'acme/api = i-0abc\nacme/api/staging = staging-cluster'}
        spellCheck={false}
      />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
