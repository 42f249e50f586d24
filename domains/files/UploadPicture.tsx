import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toastError } from '#kit/web/toast.ts'
import { refusedChoice } from './choice.ts'
import { Library } from './Library.tsx'
import type { Item } from './libraryActs.tsx'

const MOST = 100

/** 上传图片 in a window of its own: what is chosen goes to the page that opened it, and only there. Platform §9.2. */
export default function UploadPicture() {
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState<readonly Item[]>([])
  const give = () => {
    const refusal = refusedChoice(chosen.length, { multiple: params.get('type') === 'multiple', limit: MOST })
    if (refusal !== null) {
      toastError(refusal)
      return
    }
    const answer = {
      type: 'uploadPicture',
      field: params.get('field') ?? '',
      urls: chosen.map((item) => item.attDir),
    }
    opener?.postMessage(answer, location.origin)
    close()
  }
  return (
    <div className="k-page">
      <Library page chosen={chosen} onChoose={setChosen} />
      <div className="k-page-foot">
        {opener !== null && (
          <Button type="primary" onClick={give}>
            使用选中图片
          </Button>
        )}
      </div>
    </div>
  )
}
