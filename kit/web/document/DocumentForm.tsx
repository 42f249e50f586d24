import { Button } from 'antd'
import { useRef } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { FormPage, type FormPageProps } from '#kit/web/form/FormPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { tellSubmitted } from './submitted.tsx'

export interface DocumentFormProps extends Omit<FormPageProps, 'said'> {
  calls: FormPageProps['calls'] & { submit: Call }
  /** the address of a page of one */
  see(id: number): string
}

/** The form of a document: 保存 keeps a draft, 保存并提交 hands it in as well. Frame §5, §7. */
export function DocumentForm({ calls, complete, see, ...props }: DocumentFormProps) {
  const submits = useRef(false)
  return (
    <FormPage
      {...props}
      calls={calls}
      complete={(input, values) => {
        const whole = complete?.(input, values) ?? input
        return submits.current ? { ...whole, submit: 1 } : whole
      }}
      whole={() => submits.current}
      said={(id) => {
        if (submits.current) void tellSubmitted({ businessType: props.of.name, businessId: id }, see(id))
        return submits.current
      }}
      lead={(_form, save) =>
        mayCall(calls.submit) && (
          <Button
            type="primary"
            onClick={() => {
              submits.current = true
              void save().finally(() => {
                submits.current = false
              })
            }}
          >
            保存并提交
          </Button>
        )
      }
    />
  )
}
