import { EmailInput } from '../../src/controls/EmailInput.tsx'
import { Field, Input, TextArea } from '../../src/controls/Field.tsx'
import { FileDrop } from '../../src/controls/FileDrop.tsx'
import { PasswordInput } from '../../src/controls/PasswordInput.tsx'
import { SearchInput } from '../../src/controls/SearchInput.tsx'
import { FormButtons } from '../../src/form/FormButtons.tsx'
import { FormFailure } from '../../src/form/FormFailure.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { longText, noop } from '../sample-text.ts'

export function FieldShelves() {
  return (
    <>
      <Shelf name="Input">
        <State name="empty, with a hint">
          <Input label="Name" hint="As written on your invoices." placeholder="Acme" />
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
          <Input label="Amount" defaultValue="a little" error="Enter an amount above zero, such as 1200 or 99.50." />
        </State>
        <State name="disabled">
          <Input label="Name" defaultValue="Ledger & Daughters" disabled />
        </State>
        <State name="long text">
          <Input label="Resource" defaultValue={longText} />
        </State>
      </Shelf>
      <Shelf name="TextArea">
        <State name="default">
          <TextArea label="Days off" hint="One per line." defaultValue={'2026-12-24\n2026-12-31'} />
        </State>
        <State name="focus">
          <TextArea label="Days off" className="is-focus" />
        </State>
        <State name="error">
          <TextArea
            label="Days off"
            defaultValue="Christmas"
            error={'"Christmas" is not a date. Use the format 2026-12-24.'}
          />
        </State>
        <State name="disabled">
          <TextArea label="Days off" defaultValue="2026-12-24" disabled />
        </State>
      </Shelf>
      <Shelf name="SearchInput" description="Its label is read by screen readers only.">
        <State name="empty">
          <SearchInput label="Search resources" value="" onChange={noop} />
        </State>
        <State name="filled">
          <SearchInput label="Search resources" value="web-" onChange={noop} />
        </State>
      </Shelf>
      <Shelf name="EmailInput">
        <State name="default">
          <EmailInput autoComplete="off" defaultValue="ada@example.com" />
        </State>
        <State name="error">
          <EmailInput autoComplete="off" defaultValue="ada" error="Enter an email address, such as ada@example.com." />
        </State>
      </Shelf>
      <Shelf name="PasswordInput">
        <State name="default">
          <PasswordInput label="Password" autoComplete="new-password" hint="At least 12 characters." />
        </State>
        <State name="error">
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            defaultValue="short"
            error="Too short. Use at least 12 characters."
          />
        </State>
      </Shelf>
      <Shelf name="Field" description="Wraps a custom control.">
        <State name="default">
          <Field label="Color" hint="Any control.">
            {(ids) => <input {...ids} type="color" defaultValue="#1e6f4a" />}
          </Field>
        </State>
        <State name="error">
          <Field label="Color" error="Choose another color.">
            {(ids) => <input {...ids} type="color" defaultValue="#1e6f4a" />}
          </Field>
        </State>
      </Shelf>
      <Shelf name="FileDrop" wide>
        <State name="default">
          <FileDrop
            label="Drop files here, or browse"
            description="CSV or Parquet, compressed or uncompressed."
            onFiles={noop}
          />
        </State>
        <State name="disabled">
          <FileDrop
            label="Drop files here, or browse"
            description="You need permission to upload bills."
            disabled
            onFiles={noop}
          />
        </State>
      </Shelf>
      <Shelf name="FormButtons" wide>
        <State name="with cancel">
          <FormButtons isBusy={false} onCancel={noop}>
            Save
          </FormButtons>
        </State>
        <State name="busy, alone">
          <FormButtons isBusy>Save</FormButtons>
        </State>
      </Shelf>
      <Shelf name="FormFailure" wide>
        <State name="with a message">
          <FormFailure sentence="This email is already in use. Sign in, or use another one." />
        </State>
        <State name="empty">
          <FormFailure sentence="" />
        </State>
      </Shelf>
    </>
  )
}
