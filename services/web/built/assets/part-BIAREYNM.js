/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{R as a,S as b,T as c,U as d,V as e}from"/assets/part-EPLZ4GHL.js";import"/assets/part-5J5IKWDG.js";import"/assets/part-65UNYP4V.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
