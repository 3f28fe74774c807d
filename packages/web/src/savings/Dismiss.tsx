import { TextArea } from '@kept/ui/controls/Field.tsx'
import { useState } from 'react'
import { CommonChoices, DecisionForm, type DecisionFormProps } from './DecisionForm.tsx'

/** Any other text is allowed. */
const commonReasons = ['Needed as it is', 'Not worth the effort', 'Already in progress', 'The evidence is wrong']

/** Dismisses recommendations with a reason, which is stored and helps to evaluate the rule. */
export function Dismiss(props: DecisionFormProps) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reason = text.trim()
  return (
    <DecisionForm
      {...props}
      verb="Dismiss"
      consequence="leaves the open list and its totals. You can reopen it at any time."
      decision={reason === '' ? null : { decision: 'dismiss', reason }}
      onMissing={() => setMissing(true)}
    >
      <CommonChoices
        choices={commonReasons.map((common) => [common, common] as const)}
        chosen={text}
        onChoose={setText}
      />
      <TextArea
        label="Reason"
        aria-required
        maxLength={500}
        value={text}
        error={isMissing && reason === '' ? 'Enter a reason.' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </DecisionForm>
  )
}
