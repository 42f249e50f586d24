import { Modal, type ModalProps } from 'antd'
import type { RefObject } from 'react'
import { useIsPhone } from './useScreen.ts'

interface DialogProps extends Omit<ModalProps, 'open' | 'mask' | 'width' | 'className'> {
  /** pixels on a desk; a phone gives it the whole screen */
  width: number
  /** what is typed into first: it has the focus once the dialog is there; on a phone its keys would cover the rest */
  first?: RefObject<{ focus(): void } | null>
}

/** A dialog as all are: a click outside does not close it. Platform §4.6. */
export function Dialog({ width, first, ...rest }: DialogProps) {
  const phone = useIsPhone()
  return (
    <Modal
      open
      width={phone ? '100%' : width}
      {...(phone ? { className: 'k-full-modal' } : {})}
      mask={{ closable: false }}
      afterOpenChange={(open) => {
        if (open && !phone) first?.current?.focus()
      }}
      {...rest}
    />
  )
}
