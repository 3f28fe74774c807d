import { Search } from 'lucide-react'
import { Field, Input, TextArea } from '../../src/controls/Field.tsx'
import { FileDrop } from '../../src/controls/FileDrop.tsx'
import { PasswordInput } from '../../src/controls/PasswordInput.tsx'
import { FormFailure } from '../../src/form/FormFailure.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { longWords, nothing } from '../words.ts'

export function FieldShelves() {
  return (
    <>
      <Shelf name="Input">
        <State name="empty, with a hint">
          <Input label="Name" hint="As it stands on your invoices." placeholder="Acme" />
        </State>
        <State name="filled">
          <Input label="Name" defaultValue="Ledger & Daughters" />
        </State>
        <State name="hover">
          <Input label="Name" defaultValue="Ledger & Daughters" className="is-hover" />
        </State>
        <State name="focus">
          <Input label="Name" defaultValue="Ledger & Daughters" className="is-focus" />
        </State>
        <State name="error">
          <Input label="Amount" defaultValue="a little" error="Type an amount above zero, such as 1200 or 99.50." />
        </State>
        <State name="disabled">
          <Input label="Name" defaultValue="Ledger & Daughters" disabled />
        </State>
        <State name="with an icon, name hidden">
          <Input label="Search" hiddenLabel icon={<Search size={15} />} placeholder="Search resources" />
        </State>
        <State name="long text">
          <Input label="Resource" defaultValue={longWords} />
        </State>
      </Shelf>
      <Shelf name="TextArea">
        <State name="default">
          <TextArea label="Days off" hint="One on a line." defaultValue={'2026-12-24\n2026-12-31'} />
        </State>
        <State name="focus">
          <TextArea label="Days off" className="is-focus" />
        </State>
        <State name="error">
          <TextArea
            label="Days off"
            defaultValue="Christmas"
            error={'"Christmas" is no date; write it as 2026-12-24.'}
          />
        </State>
        <State name="disabled">
          <TextArea label="Days off" defaultValue="2026-12-24" disabled />
        </State>
      </Shelf>
      <Shelf name="PasswordInput">
        <State name="default">
          <PasswordInput label="Password" autoComplete="new-password" hint="Twelve characters or more." />
        </State>
        <State name="error">
          <PasswordInput label="Password" autoComplete="new-password" defaultValue="short" error="It is too short." />
        </State>
      </Shelf>
      <Shelf name="Field" words="Around a control of one’s own.">
        <State name="default">
          <Field label="Colour" hint="Any control goes in here.">
            {(ids) => <input {...ids} type="color" defaultValue="#1e6f4a" />}
          </Field>
        </State>
        <State name="error">
          <Field label="Colour" error="Choose another one.">
            {(ids) => <input {...ids} type="color" defaultValue="#1e6f4a" />}
          </Field>
        </State>
      </Shelf>
      <Shelf name="FileDrop" wide>
        <State name="default">
          <FileDrop
            label="Drop a bill here, or press to choose files"
            words="CSV or Parquet, compressed or not."
            onFiles={nothing}
          />
        </State>
        <State name="disabled">
          <FileDrop
            label="Drop a bill here, or press to choose files"
            words="You may not bring in bills."
            disabled
            onFiles={nothing}
          />
        </State>
      </Shelf>
      <Shelf name="FormFailure" wide>
        <State name="said">
          <FormFailure sentence="The address is taken: sign in, or choose another one." />
        </State>
        <State name="nothing to say">
          <FormFailure sentence="" />
        </State>
      </Shelf>
    </>
  )
}
