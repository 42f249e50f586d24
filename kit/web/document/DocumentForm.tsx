import { Button } from 'antd'
import { useRef } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { FormPage, type FormPageProps } from '#kit/web/form/FormPage.tsx'
import { mayCall } from '#kit/web/session.ts'

export interface DocumentFormProps extends FormPageProps {
  calls: FormPageProps['calls'] & { submit: Call }
}

/** The form of a document: 保存 keeps a draft, 保存并提交 hands it in as well. Frame §5, §7. */
export function DocumentForm({ calls, complete, ...props }: DocumentFormProps) {
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
