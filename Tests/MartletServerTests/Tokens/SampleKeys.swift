// Public keys and tokens that OpenSSL's command line made, so that nothing of Martlet had a part in them. The tokens carry the
// claims of `TokenText.claims()`.

/// Public keys as PEM texts.
enum SampleKey {
  static let rsa = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAx96WGUCtZYb7FZhXT9FA
    Gtfpw32J7qOcKqWIi7Yjf7iI4Fv1gqsshg+WBuXimDuzstWxRAEMjE48nyVakDJ5
    70UlVeJCOP7rJKfGbfo7YvQFPYJtw5yBmcmi8l+aABNbuJDxFC4tiudcO+n5+DKx
    Vyihj0MtW0usiKg7CiCjO0DK+Zl8owf7UwEPOexGwbEB6XXQrYiVa55L7KQUIkh0
    xOJD6ciKjNln1gQDqMrQ082ORoVmRH29tb9YN5hFxz+q5l2DpQygJaGzjFxtDkiW
    VEfmDU1yW1Flel45oC7tdD+0+zArjp7S9m9XFCo4YWdWKA+r5wsgQKekgknTLBRR
    OwIDAQAB
    -----END PUBLIC KEY-----
    """ + "\n"
  static let otherRSA = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs+OAxMd0icP2+4ftuJkj
    VxvWfLX6MGZ5oRbM0VP0W8RTQ7ThIZd3Qn3XKVONP3uCLn7aZN4UC/927JhTASvK
    zWlntkjj8VbavlDrzo5Yi4eEBVFlJm27FLI8qxSl7r4HQiuhO4YA5xtW5q5Sj/Gh
    jHa+bPMKz85ktp3neyhU5L6HulSej/VKqzjJiTtgA6Kj20UIwntlXc+GhVgDaNjo
    eT/kzCWF65h0GMs+0LrPFMh+c6Ne6f1JFCYI/Rgb+M3q7bioYH17lt6nDmK5tAe9
    rXegChEbHIT8vbWetkJtEd0Qjg0l/e1ojKEsQvBAvZlpldi4DFbLrq70WTBGvFmb
    qQIDAQAB
    -----END PUBLIC KEY-----
    """ + "\n"
  static let p256 = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf8eBnwTkVuWvd3tfGe5Is3zT2jqx
    Jj3kwlQJIWT/+FJTJBdqayJDBcdKp0z548OAjRthECtVsuN+L2Vxe0dVwQ==
    -----END PUBLIC KEY-----
    """ + "\n"
  static let ed25519 = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA8IFVJOmU2U8HEvplRZ7tDCa3XK8tyRAhRQsTuN0ThYs=
    -----END PUBLIC KEY-----
    """ + "\n"
  static let weakRSA = """
    -----BEGIN PUBLIC KEY-----
    MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDb/NKBtLpVKbcOnBgY5wXLVSU0
    iOs2UNPF8+6n35kC9GR2xagq0w0ahttAeSLwB75Rn8VjrA5vREwt3gweEBdtD/lH
    aKb+Wfkt7oVokrX1nlIb1o41Sh0uc+RkNKntmuQCO826dvNwrthcD4rdj7hemqvm
    aF3+Jd4ACCSbnqbZsQIDAQAB
    -----END PUBLIC KEY-----
    """ + "\n"
  static let pss = """
    -----BEGIN PUBLIC KEY-----
    MIIBIDALBgkqhkiG9w0BAQoDggEPADCCAQoCggEBANJJ5qdGd0eeBXw++kdd1KSO
    pbn0lmCmXfjUaz1GyEKt8AbayJ/r6z2wW5zi11ML5s3SaSVST+ViyvC6/7H78nlH
    qaogM8XThCZs8MUXT4VUMWMOpnRtQCrJQPXT//ycXbunCZvVA2nSL6uf5OkUk+pm
    /CoWFBYpTFaCaJMIZLu//QAp1L5WkD9rD7WFZa7KNDt0UV9Dd34BxZEFB/Qzeie0
    rSg1S5c93yQ5WR5bPcC/EJ47JPGaq+YSVLfKBA5IbOf/i7HfD+xy+BrXfTXcw3mw
    Fk/tKWoDVRbVjztvhqawB3Yy4ERUT4wQ0LwO+ihSDWChFogt5cvsCTDsm/BIpYUC
    AwEAAQ==
    -----END PUBLIC KEY-----
    """ + "\n"
  static let p384 = """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE90KmNwQB+soLjBWhLCtZeSdLKNDc9BmC
    GK7veHtETIU6rolBNJIQIRiy+cEjIYrUzzNslbeQ7wm1noaEqqngB3nnFf6NL0Er
    FTOTshpl6PgZmDYYmARrm4SlsA6E2Tqp
    -----END PUBLIC KEY-----
    """ + "\n"
  static let secp256k1 = """
    -----BEGIN PUBLIC KEY-----
    MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEGcBQ16rE/HaTwOBFdKzZINZZk3wq3Awf
    bhhq5nusbjAWVO2VvuA0h5SJyeQ4fRoYFxBrVriRNLf2bCDt3cSKaQ==
    -----END PUBLIC KEY-----
    """ + "\n"
  static let explicitP256 = """
    -----BEGIN PUBLIC KEY-----
    MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAA
    AAAAAAAAAAAA////////////////MFsEIP////8AAAABAAAAAAAAAAAAAAAA////
    ///////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd
    NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
    RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA
    //////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABI41IJsQeU2UcTdME2B/Us2O
    kApPKOCyfzWWOANu5Q5yZ/i6BBP+YBsVyhC4ZSzDRJZTOunAPW0AnlIi2VPJy1w=
    -----END PUBLIC KEY-----
    """ + "\n"
  static let ed448 = """
    -----BEGIN PUBLIC KEY-----
    MEMwBQYDK2VxAzoAFoFl9ofcGv9GS4fbocrRM0Ru/EUWuneXledqrrwr8m6J8HYu
    oUeflJ3LosWhEtoBrXVgHuiMckUA
    -----END PUBLIC KEY-----
    """ + "\n"
  static let x25519 = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VuAyEAXmD05FifODporTduPEReR6fdVupp9JrP25Gjyb3l8C4=
    -----END PUBLIC KEY-----
    """ + "\n"

  /// Keys that are not taken, and a word of the reason.
  static let refused: [(String, String)] = [
    (weakRSA, "1024 bits"),
    (pss, "not supported"),
    (p384, "P-256"),
    (secp256k1, "P-256"),
    (explicitP256, "P-256"),
    (ed448, "not supported"),
    (x25519, "not supported"),
  ]
}

/// Tokens of user `alice` of app `main`.
enum SampleToken {
  static let rs256 = """
    eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ0bGV0IiwiaWF0IjoxODAwM\
    DAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.FEVWm2KmR8lYl8XcXQrgaf0g0Ym0CN9o_F9U8mHmYlJ_M5lckYcO-c0dKYlgVx_H6UKrDFM6Fj6R98\
    GR9CjpJus3GKER30qmCGwjB2ogjqQfiPkwUbnXSbgSrskKcmvnLR6UFvdFHIXXQv2vbQ03bcSa0p878Fe700aGqXOLGBAdYDijtj5mys-iGRHN\
    BIg6vT8q7r1H_29hGwu4DLqG6za9qi_f-_Liy3YOkZo-VPl75mMKxmd_0x_Ut8HeW0QIDaNWP3uSG4y2ykRW6nl0V-PAMxAcfP-U_2dw_hghBe\
    598z4DuM5AYXvmjlbuRMaUgfkjQfLke8K2PerEh5r89A
    """
  static let rs256Named = """
    eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImxvZ2luLTEifQ.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ\
    0bGV0IiwiaWF0IjoxODAwMDAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.LdH0bDA_XdJIa8KN1zptl9LJqepOAO2DC8f3kbZuMF8eoTCVZF_TQwBT\
    X3fk2zdrxtxnt_ypIVIqCCMfDcQ1iq9_eC2Tu5ugtxYf7F3nb46tANenN0KJ8NnHNX_-l0NByV7tQ7yT3qBeSweR2GPDn0f806WcHPfolZo75Z\
    i1AwxjGV2ZPbMgmZ3C9enSVnxhAyibHbqY5CQKfcVV6v5G8CcXxFdSoKIwPVM9CEjQ8VlS8kCce_zDaARn2ZoOpx2Gu6QBlIWCJWI35AH01Zak\
    Dvn5tFvacmvvVomrWKhnuAX9O6T9mF_g4CtmSb0l8cK0RpGsFHi_PakUP58qaP6FFQ
    """
  static let rs256OfAnother = """
    eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ0bGV0IiwiaWF0IjoxODAwM\
    DAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.E2VKRpm-zzFLt9PmXx08rzWJgmVRLGJuPQlPoOlPbfXZRAijNsVa9q1cEd8-11cG7ueBZx3IUIz518\
    3R9OPVSl_xTtgHGWzavk4MABTaVenZShhzSa5582Fu8YPu6MIfeVJmZniBSRxDecvEN9utxJIMl7ePHrPHcru99-7j9CcX2_il7l2aCfjEFI32\
    uBwcLXpabvFBYJnZbqDMNXUrZjJqJQure18pfaQJiFOW3zf__hExivta17r2DiTCJ44ZSm7I0TZTtokZ1WzWAej6s0KE5iq3Rw81bBgrO0F7Kp\
    WOW8NZ9EhJTFSDNYlr-He5kDK2FJo6ZSUhQt9ikoyNLA
    """
  static let rs256NamedOfAnother = """
    eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImxvZ2luLTEifQ.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ\
    0bGV0IiwiaWF0IjoxODAwMDAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.WQ86OWRrUUV74k1taSrSn1T9Q30ZkWXqWEnWuQshr-CLfquB8zGLOY8D\
    RTSwPH0thVp1FfYNxe-FuAguXVIgq6hlEZEhkg-tiaD4cc2EPKC06Z7e0639tUbB9z0WcXBJ87xeH101OOy4In4gAAqL1hoW3gEVo4A3Kf7B72\
    gJs2Be4vsBdT6bpukoTeYDhW4CEY8OgunejHOni_N8ASjarbsvnvZh2ezqOR6KzOI0GuV1lXkwYnP05llIP6bsIBRSr_d6SaCdkHq_WGmVfw52\
    A-7XYatAyL-1Kl0dW9HDcf-86v7dKtoy-_KIfeGcxVAB4wuSaAN_x3DXfBrxW1Ohtg
    """
  static let es256 = """
    eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ0bGV0IiwiaWF0IjoxODAwM\
    DAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.Em8Ne29ut9oZ9IKbiDqN39kUXHVhV_MPXa-baOF3o7eqQnevJH084Va_Vwv_5vgEUakLwuN2d8Fhoj\
    0aNLpMSA
    """
  static let es256Named = """
    eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImxvZ2luLTEifQ.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ\
    0bGV0IiwiaWF0IjoxODAwMDAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.R0nFS3x5RWXGthqic9jka1U6-qghUqJSFUt5sy9NK18mi0J-Qo4ehl6w\
    6pe9EakFleliqU8L8BlBu5qbrurh4A
    """
  static let es256InDER = """
    eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ0bGV0IiwiaWF0IjoxODAwM\
    DAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.MEYCIQDmJEeyZuPATcjOX_PIvplb7nOvHMS0DOUi68gJhhZMwAIhAMzHLXnOCj1-cUeoDdKmkQtyPU\
    xwEsavtiDU8l_buH5o
    """
  static let edDSA = """
    eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ0bGV0IiwiaWF0IjoxODAwM\
    DAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.FMv_uf-qBJjjqCBJba3wI574w86W4Am2KYxHViBmfrGFgque0CJk20fCHjhDXGpeA9HYdY9Trk12m7\
    uHXFg9BA
    """
  static let edDSANamed = """
    eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6ImxvZ2luLTEifQ.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ\
    0bGV0IiwiaWF0IjoxODAwMDAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.qBnezgDW-JSHkNRP14-5kA30-26CihjVNuHYlgD98WU3hX9XrGXBEo9J\
    0lKawgn3MYdAAMWyIjwRNYCOL-JCCA
    """
  static let rsaSignedES256 = """
    eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtYWluIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYXJ0bGV0IiwiaWF0IjoxODAwM\
    DAwMDAwLCJleHAiOjE4MDAwMDM2MDB9.ffIBQ8ThT0ZJ3EbLfgy7g4edoVvX2d4Rgu101Bgg1HeGCbPf8KV4OcIMJ0NMU9_9eaAQG_HwXRlR9u\
    ceknwAs8BLFeCIkfg4EF4IX-IRVTc9zeXb2joUvX3SBuBPjGODGK3mdrYRgJxRbCcOWJEEb-t0jSeNZQwBk3hman2N577CSDtk8iLhX6gqA73S\
    rcI8jqAllWQLXUOsiqpMLpgKETqZI_29FT0-ie7W5MBGEpAt2iDOQ6KiwGMiekB3viFteMR7XybCkCG-b5rg5jEYPjPETmSpVU3KInUOS2AggC\
    zzGFGL0MSyYNH0o0vOyk5i9d_3hmlSvGrPR-TTi5xkYg
    """
}
