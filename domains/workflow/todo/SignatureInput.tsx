import { EditOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { lazy, Suspense } from 'react'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'

const SignaturePad = lazy(() => import('./SignaturePad.tsx'))

/** Signs on a pad; the address of the picture, or null when the person gave up. */
const sign = (): Promise<string | null> =>
  openDialog<string | null>((close) => (
    <Suspense fallback={null}>
      <SignaturePad onClose={close} />
    </Suspense>
  ))

/** 签名: written with finger or mouse, kept as a picture. Workflow §4. */
export function SignatureInput({ id, value, onChange }: InputProps) {
  const url = textOf(value)
  const write = async () => {
    const signed = await sign()
    if (signed !== null) onChange(signed)
  }
  return (
    <Space wrap>
      {url !== '' && <img src={url} alt="签名" className="td-signature" />}
      <Button id={id} icon={<EditOutlined />} onClick={() => void write()}>
        {url === '' ? '手写签名' : '重签'}
      </Button>
      {url !== '' && (
        <Button type="text" onClick={() => onChange('')}>
          清除
        </Button>
      )}
    </Space>
  )
}
