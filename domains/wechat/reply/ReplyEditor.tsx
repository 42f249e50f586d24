import { Button } from 'antd'
import { useState } from 'react'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { useEntityForm } from '#kit/web/form/useEntityForm.ts'
import { startValues } from '#kit/web/form/values.ts'
import { mayCall } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab.ts'
import { ArticleInput } from './ArticleInput.tsx'
import { ImageMedia, VoiceMedia } from './MediaInput.tsx'
import { ReplyPreview } from './ReplyPreview.tsx'
import { replyCalls } from './reply.calls.ts'
import { fixedShape, formValues, isOther, keywordShape, missingIn, replyInput } from './replyForm.ts'

const CALLS = { save: replyCalls.save, update: replyCalls.update }
const INPUTS = {
  keywords: { wide: true },
  image: { Input: ImageMedia },
  news: { Input: ArticleInput },
  voice: { Input: VoiceMedia },
}

interface ReplyEditorProps {
  /** null: there is none yet */
  row: (WireRow & { id: number }) | null
  /** the word of 关注回复 or 无效词回复; null: words are typed */
  fixed: string | null
  /** what a follower does before this is said */
  asked: string
  back: string
  onSaved?: () => void
  onReload(): void
}

/** The form of a reply beside what followers will read. Platform §11.2. */
export function ReplyEditor({ row, fixed, asked, back, onSaved, onReload }: ReplyEditorProps) {
  const tab = useTab()
  const shape = fixed === null ? keywordShape : fixedShape
  const [start] = useState(() => (row === null ? startValues(shape) : formValues(row)))
  const leave = () => {
    tab.setDirty(false)
    tab.close(back)
  }
  const { form, saving, save } = useEntityForm({
    shape,
    calls: CALLS,
    id: row?.id ?? null,
    start,
    hidden: isOther,
    check: missingIn,
    complete: (_input, values) => replyInput(values, fixed),
    onSaved: onSaved ?? leave,
    onReload,
  })
  const may = mayCall(row === null ? replyCalls.save : replyCalls.update)
  const words = form.values.keywords
  const first = Array.isArray(words) ? words[0] : undefined
  return (
    <div className="k-page">
      <div className="wx-halves">
        <FormBody form={form} inputs={INPUTS} readOnly={!may} narrow />
        <ReplyPreview values={form.values} asked={first ?? asked} />
      </div>
      <SaveBar form={form} readOnly={!may} onLeave={leave}>
        {may && (
          <Button type="primary" loading={saving} onClick={() => void save()}>
            保存
          </Button>
        )}
      </SaveBar>
    </div>
  )
}
