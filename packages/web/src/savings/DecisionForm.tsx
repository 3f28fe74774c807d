import type { Recommendation } from '@kept/domain/recommendation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { type FormEvent, type ReactNode, useId } from 'react'
import { type Decision, nameOfSelection, useDecisions } from './useDecisions.ts'

export interface DecisionFormProps {
  recommendations: readonly Recommendation[]
  onClose(): void
  onDone?(): void
}

interface Asking extends DecisionFormProps {
  /** Of the button, and how the title begins: "Dismiss 3 recommendations?" */
  verb: string
  /** What follows for the recommendations, as the end of a sentence about them. */
  consequence: string
  /** Null while something is missing. */
  decision: Decision | null
  /** Called for a click while something is missing. Without it there is nothing to click. */
  onMissing?(): void
  children: ReactNode
}

/** Asks for what a decision needs, then decides on all recommendations at once. */
export function DecisionForm({
  recommendations,
  onClose,
  onDone,
  verb,
  consequence,
  decision,
  onMissing,
  children,
}: Asking) {
  const form = useId()
  const { decide, deciding } = useDecisions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (decision === null) return onMissing?.()
    decide(recommendations, decision, () => {
      onClose()
      onDone?.()
    })
  }
  const noun = recommendations.length === 1 ? 'this recommendation' : `${recommendations.length} recommendations`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} ${noun}?`}
      description={`${nameOfSelection(recommendations)} ${consequence}`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            type="submit"
            form={form}
            isBusy={deciding}
            disabled={decision === null && onMissing === undefined}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}

interface ChoicesProps<Choice> {
  choices: readonly (readonly [label: string, value: Choice])[]
  chosen: Choice
  onChoose(value: Choice): void
}

/** Common answers as buttons, above the field for any other. */
export function CommonChoices<Choice extends string>({ choices, chosen, onChoose }: ChoicesProps<Choice>) {
  return (
    <div className="mb-3 flex flex-wrap gap-1.5">
      {choices.map(([label, value]) => (
        <Button key={label} size="small" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
