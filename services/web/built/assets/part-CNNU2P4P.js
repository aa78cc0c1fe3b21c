/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{a,b,c,d,e}from"/assets/part-ZLPZCOYT.js";import"/assets/part-JU4NDXSC.js";import"/assets/part-3XQYNWZG.js";import"/assets/part-CCGU7CMG.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
